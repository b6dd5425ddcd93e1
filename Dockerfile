# The two commands of README.md in an empty Debian:
#   docker build -t rafter . && docker run --rm rafter rafter-opt --help
FROM debian:12
COPY . /rafter
WORKDIR /rafter
RUN utils/demo --yes
RUN utils/test --yes
RUN cmake --install build --prefix /usr/local
