// Tests of NoteLedger begin here.
