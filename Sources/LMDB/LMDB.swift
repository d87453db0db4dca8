// LMDB begins here.
