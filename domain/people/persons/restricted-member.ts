import { z } from 'zod'

/** For a child or a client: since when processing of their data is restricted (docs/access.md). */
export const restrictedMember = {
  restrictedAt: z.iso.datetime().nullable().meta({
    description:
      'When the processing of the data was restricted, in UTC. While it is restricted, the record is stored but cannot change.',
    example: null,
  }),
}
