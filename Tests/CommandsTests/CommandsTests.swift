// Tests of Commands begin here.
