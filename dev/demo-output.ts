/** Formats the demo's results for a terminal, short enough to fit on one screen. */
import type { CaughtMail } from './caught-mail.ts'
import type { ReceivedDelivery } from './demo-receiver.ts'
import type { Credentials } from './environment.ts'
import { paint } from './progress.ts'

export interface Named {
  id: string
  name?: string
  locationIds?: string[]
}

export interface Appointment {
  id: string
  status: string
  startsAt: string
  childId: string
  provider: Named
  /** In minor units; null if there is no price. */
  amount: number | null
  currency: string | null
}

export interface FollowUp {
  workflowId: string
  steps: { step: string; dueAt: string; status: string }[]
}

interface DemoAnswer {
  answer: string | null
  citations: { title: string }[]
}

/** The width of a small terminal, in columns. */
const WIDTH = 80

export function describeAppointment(appointment: Appointment): string {
  const { id, status, startsAt, provider, amount, currency } = appointment
  const price = amount !== null && currency && `, ${(amount / 100).toFixed(2)} ${currency}`
  return [
    `  ${id} ${status}, ${startsAt}`,
    `  ${provider.name} (${provider.id})${price || ''}`,
  ].join('\n')
}

export function describeSteps({ steps }: FollowUp): string {
  const width = Math.max(...steps.map((it) => it.step.length)) + 2
  return steps
    .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))
    .map(({ step, dueAt, status }) => `    ${step.padEnd(width)}${dueAt}  ${status}`)
    .join('\n')
}

export function describeAnswer({ answer, citations }: DemoAnswer): string {
  const [cited] = citations
  if (!cited) return '  not found in the documents'
  return `  ${answer} (${cited.title})`
}

export function describeDelivery(delivery: ReceivedDelivery, out: NodeJS.WriteStream): string {
  const { signature, verified } = delivery
  const verdict = verified
    ? paint(out, 'green', '✓ signature verified by the receiver')
    : paint(out, 'red', '✗ the signature does not match')
  return [`  ${shorten(`X-Service-Signature: ${signature}`, WIDTH - 2)}`, `  ${verdict}`].join('\n')
}

export function describeMail({ to, subject }: CaughtMail): string {
  return shorten(`${subject}, to ${to.join(', ')}`, WIDTH - 'Its e-mail: '.length)
}

export function bookingCommand(
  api: string,
  { clientId, clientSecret }: Credentials,
  booking: object,
): string {
  return [
    `  TOKEN=$(curl -s ${api}/oauth/token -u '${clientId}:${clientSecret}' \\`,
    `    -d grant_type=client_credentials | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
    `  curl -i ${api}/v1/appointments -H "Authorization: Bearer $TOKEN" \\`,
    `    -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s)" \\`,
    `    -d '${JSON.stringify(booking)}'`,
  ].join('\n')
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
