#!/bin/sh
# Checks every program named on the command line, and writes a JUnit report of each to $REPORTS (./reports by default).
# Exit code: 0 when all are TRUE, 1 otherwise.
reports=${REPORTS:-reports}
mkdir -p "$reports"
failed=0
for program in "$@"; do
    verdict=$(bmc --quiet --timeout 60 --junit "$reports/$(basename "$program" .c).xml" "$program" | tail -n 1)
    printf '%-40s %s\n' "$program" "${verdict:-no verdict}"
    case $verdict in
    TRUE*) ;;
    *) failed=1 ;;
    esac
done
exit $failed
