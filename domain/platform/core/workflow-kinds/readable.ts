/** Exported again for workflows, which import no provider. */
export { readable } from '#providers/temporal/readable.ts'
