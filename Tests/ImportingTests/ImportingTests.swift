// Tests of Importing begin here.
