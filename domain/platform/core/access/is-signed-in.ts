import type { Actor } from './permissions.ts'

/** Whether the caller is a person, not a program that acts for one. */
export const isSignedIn = ({ kind, isDelegated }: Pick<Actor, 'kind' | 'isDelegated'>): boolean =>
  kind === 'USER' && !isDelegated
