// With --sandbox a program that is run has no network, not even the loopback,
// and a /tmp of its own; without, both are there.
// REQUIRES: x86, user-namespaces
// RUN: %clang -O1 %s -o %t
// RUN: %rafter-opt record --sandbox -o %t.trace -- %t | FileCheck %s --check-prefix=INSIDE
// RUN: not ls /tmp/rafter-sandbox-test
// RUN: %rafter-opt record -o %t.trace -- %t | FileCheck %s --check-prefix=OUTSIDE
// RUN: rm /tmp/rafter-sandbox-test
// INSIDE:  files in /tmp: 0, network: no
// OUTSIDE: network: yes

// The module and the option of passes, too.
// RUN: %rafter-opt %s --sandbox -rafter-run -rafter-function=main -rafter-cpu=skylake > %t.report
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.report
// RUN: not ls /tmp/rafter-sandbox-test
// REPORT: main

#include <arpa/inet.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int files = 0;
  DIR *folder = opendir("/tmp");
  for (struct dirent *e; folder && (e = readdir(folder));)
    files += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
  fclose(fopen("/tmp/rafter-sandbox-test", "w"));
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
  inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  int network = connect(s, (struct sockaddr *)&to, sizeof to) == 0;
  printf("files in /tmp: %d, network: %s\n", files, network ? "yes" : "no");
  return 0;
}
