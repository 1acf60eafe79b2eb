import type { Maker } from '#platform/identity/bounds-of.ts'
import type { FileLink } from './file-link.ts'

/** The user or API key that requested a link; undefined for the platform itself. */
export const issuerOf = ({ actor: { kind, id, through }, limits }: FileLink): Maker | undefined => {
  if (kind === 'API_KEY') return { id, limits: limits ?? '' }
  return kind === 'USER' ? { id, ...(through && { through }) } : undefined
}
