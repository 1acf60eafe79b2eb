import { WORKLIST_KINDS, type WorklistKind } from '../worklist/worklist-kinds.ts'
import { DEFAULT_DELIVERY, mostUrgent, type Delivery } from './rules.ts'

interface Choice {
  chosenFor: string
  kind: string
  delivery: string
}

/** Who is told: a user, with the roles for which the centre may have chosen. */
interface Told {
  userId: string
  roles: readonly string[]
}

/** The delivery of a kind for a person: their own choice, the centre's for their roles, or the default. */
export const chosenDelivery = (
  choices: readonly Choice[],
  kind: WorklistKind,
  { userId, roles }: Told,
): { delivery: Delivery; chosenBy: 'USER' | 'CENTRE' | 'PLATFORM' } => {
  const madeFor = (names: readonly string[]) =>
    mostUrgent(
      choices
        .filter((choice) => choice.kind === kind && names.includes(choice.chosenFor))
        .map(({ delivery }) => delivery as Delivery),
    )
  const own = madeFor([userId])
  if (own) return { delivery: own, chosenBy: 'USER' }
  const ofCentre = madeFor(roles)
  if (ofCentre) return { delivery: ofCentre, chosenBy: 'CENTRE' }
  return { delivery: DEFAULT_DELIVERY[kind], chosenBy: 'PLATFORM' }
}

/** The choices for all kinds. */
export const allDeliveries = (choices: readonly Choice[], told: Told) =>
  WORKLIST_KINDS.map((kind) => ({ kind, ...chosenDelivery(choices, kind, told) }))
