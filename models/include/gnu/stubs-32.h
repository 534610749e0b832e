/* Stands in for glibc's list of missing 32-bit functions on systems without the 32-bit headers: none is missing. */
