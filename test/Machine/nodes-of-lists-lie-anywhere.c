// Nodes of a list and what they point to begin no pages: loads from them do not
// come from the places of stores in other pages, nor meet in one set of L1. A
// step waits for the pointer of the one before, 4 cycles.
// RUN: %rafter-opt %s -rafter-cpu=znver3 -rafter-cache=warm --no-try | FileCheck %s
// CHECK: walk, line [[#@LINE+9]]: 4.{{[0-9]+}} cycles per iteration
// CHECK-NOT: aliasing
// CHECK-NOT: L1 sets

struct word { const char *text; };
struct node { struct node *next; struct word *word; };
void take(const char *text);

int walk(struct node *list) {
  for (; list; list = list->next)
    take(list->word->text);
  return 0;
}
