// Tests of Drawing begin here.
