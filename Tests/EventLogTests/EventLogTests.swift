// Tests of EventLog begin here.
