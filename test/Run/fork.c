// A forked process does its work, but is no part of the analysis.
//
// RUN: %exits 0 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -passes='print<computation-dag>' > %t.out
// RUN: FileCheck %s < %t.out

// CHECK: child 4950
// CHECK: run {{ *}}exit status 5
// CHECK: {{^ *}}add {{ *}}200
// CHECK: fork {{.*}}1

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

double values[100];

__attribute__((noinline)) double sum(void) {
  double s = 0;
  for (int i = 0; i < 100; ++i)
    s += values[i];
  return s;
}

int main(void) {
  for (int i = 0; i < 100; ++i)
    values[i] = i;
  volatile double s = sum();
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 100; ++i)
      s = sum();
    printf("child %g\n", s);
    fflush(stdout);
    _exit(5);
  }
  int status;
  waitpid(child, &status, 0);
  s = sum();
  return WEXITSTATUS(status);
}
