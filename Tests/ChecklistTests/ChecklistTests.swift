// Tests of Checklist begin here.
