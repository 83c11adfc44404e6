/* Runs a fuzz target over files, without a fuzzer: what was found once is
 * tried in every test run. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "rb");
        uint8_t *data = malloc(1 << 20);
        size_t n;

        if (!in || !data) {
            perror(argv[i]);
            return 1;
        }
        n = fread(data, 1, 1 << 20, in);
        fclose(in);
        LLVMFuzzerTestOneInput(data, n);
        free(data);
    }
    printf("%d inputs\n", argc - 1);
    return argc < 2;
}
