import type { z } from 'zod'

/** A list that will grow: requests accept only these values, responses may have others (api/README.md). */
export const growing = <Schema extends z.ZodEnum>(values: Schema): Schema =>
  values.meta({ growing: true })
