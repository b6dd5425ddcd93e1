//===- cycles.c - Core cycles of a program in user mode -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cycles PROGRAM ARGUMENTS...: runs it and prints the seconds of processor time
// that it took in user mode and in the kernel, the clock of the core in GHz as
// the fastest stretch of a calibration before and after says (another process
// makes stretches slower, never faster), and how many pages the kernel gave it.
//
// cycles --first-uses N: uses N pages for the first time and does nothing else.
//
//===----------------------------------------------------------------------===//

#include "../common/core-cycles.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void) {
  struct timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return (double)T.tv_sec + 1e-9 * (double)T.tv_nsec;
}

static int useFirst(size_t Pages) {
  size_t Page = (size_t)sysconf(_SC_PAGESIZE);
  volatile char *Memory = mmap(0, (Pages + 1) * Page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return 1;
  madvise((void *)Memory, (Pages + 1) * Page, MADV_NOHUGEPAGE);
  for (size_t I = 0; I != Pages; ++I)
    Memory[I * Page] = 1;
  return 0;
}

int main(int Count, char **Words) {
  if (Count == 3 && strcmp(Words[1], "--first-uses") == 0)
    return useFirst(strtoul(Words[2], 0, 10));
  struct Rate R = {1e9, 0};
  measureReading();
  double Begin = seconds();
  uint64_t First = ticks();
  calibrate(&R);
  pid_t Child = fork();
  if (Child == 0) {
    int Nothing = open("/dev/null", O_RDWR);
    dup2(Nothing, 1);
    execvp(Words[1], Words + 1);
    _exit(127);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  calibrate(&R);
  double TicksPerSecond = (double)(ticks() - First) / (seconds() - Begin);
  struct rusage U;
  getrusage(RUSAGE_CHILDREN, &U);
  double User = (double)U.ru_utime.tv_sec + 1e-6 * (double)U.ru_utime.tv_usec;
  double Kernel = (double)U.ru_stime.tv_sec + 1e-6 * (double)U.ru_stime.tv_usec;
  printf("%.6f %.6f %.3f %ld\n", User, Kernel, R.High * TicksPerSecond / 1e9,
         U.ru_minflt);
  return Count < 2 || Status != 0;
}
