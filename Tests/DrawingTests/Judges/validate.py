"""Holds the JSON on standard input against the schema in the file named; says what is wrong, if anything is."""

import json
import sys

import fastjsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    check = fastjsonschema.compile(json.load(file))
try:
    check(json.load(sys.stdin))
    print("valid")
except fastjsonschema.JsonSchemaException as error:
    print(error)
