import type { Made, Records } from './records.ts'

/** Assistants, and what they know. */
export const createKnowledge = ({ make, word }: Records, site?: Made) => {
  const assistant = () =>
    make('/v1/ai/assistants', {
      name: `Front desk ${word()}`,
      scope: site ? `location:${site.id}` : 'organization',
      tools: ['bookings'],
    })

  return { assistant }
}
