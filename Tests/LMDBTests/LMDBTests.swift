// Tests of LMDB begin here.
