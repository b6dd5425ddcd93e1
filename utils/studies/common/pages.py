#===- pages.py - Pages of tables in docs/data ------------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# A page has a head, written by hand, and sections `## NAME` in any order. A
# study replaces the sections that it made and leaves the others alone.
#
#===-----------------------------------------------------------------------===#
import os

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                     '..', '..', '..'))
DOCS = os.path.join(ROOT, 'docs')


def read(path):
    """Text by section, in order; the head is the section None."""
    sections, name = {None: ''}, None
    if os.path.exists(path):
        with open(path) as file:
            for line in file:
                if line.startswith('## '):
                    name = line[3:].strip()
                    sections[name] = ''
                else:
                    sections[name] += line
    return sections


def write(docs, page, contents):
    """Replaces sections of the page DOCS/data/PAGE.md, or adds them at its
    end. The folder is made; the page gets its name when it is complete."""
    path = os.path.join(docs, 'data', page + '.md')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    sections = read(path)
    sections[None] = sections[None] or f'# Tables: {page}\n'
    sections.update(contents)
    text = ''.join(('' if name is None else f'## {name}\n\n') +
                   content.strip('\n') + '\n\n'
                   for name, content in sections.items())
    with open(path + '.new', 'w') as file:
        file.write(text.rstrip('\n') + '\n')
    os.replace(path + '.new', path)
