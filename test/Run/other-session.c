// What a program leaves behind in a session of its own ends with it, and the
// signals that it sends to its parent reach nobody who minds. If it kills its
// parent it dies, and what it left behind as well.
//
// RUN: rm -f %t.pid
// RUN: %exits 0 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-args=%t.pid -passes='print<computation-dag>' > %t.out
// RUN: FileCheck %s < %t.out
// RUN: sh -c 'test -s %t.pid && ! kill -0 $(cat %t.pid)'

// CHECK: run {{ *}}exit status 3
// CHECK: {{^ *}}add {{ *}}100

// RUN: rm -f %t.pid
// RUN: %exits 0 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-args="%t.pid kill" -passes='print<computation-dag>' > %t.out
// RUN: FileCheck %s --check-prefix=KILLED < %t.out
// RUN: sh -c 'test -s %t.pid && ! kill -0 $(cat %t.pid)'

// KILLED: run {{ *}}killed by SIGKILL
// KILLED: {{^ *}}add {{ *}}100

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

double values[100];

__attribute__((noinline)) double sum(void) {
  double s = 0;
  for (int i = 0; i < 100; ++i)
    s += values[i];
  return s;
}

int main(int argc, char **argv) {
  volatile double s = sum();
  int ready[2];
  if (argc < 2 || pipe(ready))
    return 1;
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      FILE *file = fopen(argv[1], "w");
      fprintf(file, "%d\n", (int)getpid());
      fclose(file);
      close(ready[0]);
      close(ready[1]);
      for (;;)
        pause();
    }
    _exit(0);
  }
  close(ready[1]);
  char c;
  while (read(ready[0], &c, 1) > 0)
    ;
  kill(getppid(), SIGTERM);
  kill(getppid(), SIGINT);
  kill(getppid(), SIGSTOP);
  if (argc > 2) {
    kill(getppid(), SIGKILL);
    for (;;)
      pause();
  }
  return 3;
}
