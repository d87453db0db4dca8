// Tests of Page begin here.
