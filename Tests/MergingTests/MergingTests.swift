// Tests of Merging begin here.
