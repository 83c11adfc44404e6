/* Many machines under mpirun; takes the place of team.c where the build has
 * MPI. */
#include "lab.h"

#include <mpi.h>

void lab_team_begin(struct lab_team *team)
{
    int begun, level;

    MPI_Initialized(&begun);
    if (!begun)
        MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &team->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team->size);
}

void lab_team_end(void)
{
    MPI_Finalize();
}

void lab_team_add(int64_t *n, size_t count)
{
    MPI_Allreduce(MPI_IN_PLACE, n, (int)count, MPI_INT64_T, MPI_SUM,
                  MPI_COMM_WORLD);
}
