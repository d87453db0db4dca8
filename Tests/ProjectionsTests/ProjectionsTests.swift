// Tests of Projections begin here.
