import { describe, expect, it } from 'vitest';
import type { ExprFact, FileFacts } from '../../src/core/model/facts.js';
import { pythonParser } from '../../src/languages/python/parse.js';
import { parser as terraformParser } from '../../src/languages/terraform/parse.js';

function python(text: string): readonly string[] {
  return callees(pythonParser.parse('bells.py', text).facts);
}

function terraform(text: string): readonly string[] {
  return callees(terraformParser.parse('bells.tf', text).facts);
}

/** Callee and number of arguments of each call of a file. */
function callees({ calls }: FileFacts): readonly string[] {
  return calls.map(({ callee, args }) => `${nameOf(callee)} ${args.length}`);
}

function nameOf(callee: ExprFact): string {
  return callee.kind === 'name' ? callee.name : callee.kind === 'member' ? `.${callee.property}` : callee.kind;
}

describe('built-in functions of a language', () => {
  it('become intrinsics in the facts', () => {
    expect(python('import json\njson.dumps(bell, indent=2)')).toEqual(['json/write 1']);
    expect(python('from urllib.parse import urljoin as at\nat(base, path)')).toEqual(['url/resolve 2']);
    expect(python('import asyncio\nasyncio.gather(ring(), toll())')).toEqual(['promise/all 1', 'ring 0', 'toll 0']);
    expect(terraform('locals { bell = jsonencode(upper(var.bell)) }')).toEqual(['json/write 1', '.toUpperCase 0']);
  });

  it('become methods of their first argument or receiver', () => {
    expect(python('bell.lower()')).toEqual(['.toLowerCase 0']);
    expect(python('"/".join(bells)')).toEqual(['.join 1']);
    expect(terraform('locals { bell = join("/", var.bells) }')).toEqual(['.join 1']);
    expect(terraform('locals { bell = trimsuffix(var.bell, "/") }')).toEqual(['.replace 2']);
  });

  it('are not calls when they are lowered to a value', () => {
    expect(python('getattr(bell, ring())')).toEqual(['ring 0']);
    expect(python('dict(bell=ring())')).toEqual(['ring 0']);
    expect(python('"{}".format(ring())')).toEqual(['ring 0']);
    expect(python('import os\nos.getenv("BELL", ring())')).toEqual(['ring 0']);
    expect(terraform('locals { bell = lookup(var.bells, "a", lower(var.b)) }')).toEqual(['.toLowerCase 0']);
  });

  it('are ordinary calls in forms that are not modelled', () => {
    expect(python('dict(bells)')).toEqual(['dict 1']);
    expect(python('getattr(bell)')).toEqual(['getattr 1']);
    expect(python('bell.lower(1)')).toEqual(['.lower 1']);
    expect(terraform('locals { bell = trimsuffix(var.bell, var.end) }')).toEqual([]);
  });

  it('are ordinary names when the program declares them', () => {
    expect(python('def str(bell):\n  pass\nstr(bell)')).toEqual(['str 1']);
    expect(python('json = Chime()\njson.dumps(bell)')).toEqual(['Chime 0', '.dumps 1']);
  });
});
