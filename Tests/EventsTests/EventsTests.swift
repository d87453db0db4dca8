// Tests of Events begin here.
