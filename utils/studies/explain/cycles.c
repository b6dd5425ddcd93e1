//===- cycles.c - Core cycles of a program in user mode -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cycles PROGRAM ARGUMENTS...: runs it and prints the seconds of processor time
// that it took in user mode and in the kernel, and the clock of the core in GHz
// as the fastest stretch of a calibration before and after says: another process
// makes stretches slower, never faster.
//
//===----------------------------------------------------------------------===//

#include "../common/core-cycles.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void) {
  struct timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return (double)T.tv_sec + 1e-9 * (double)T.tv_nsec;
}

int main(int Count, char **Words) {
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
  printf("%.6f %.6f %.3f\n", User, Kernel, R.High * TicksPerSecond / 1e9);
  return Count < 2 || Status != 0;
}
