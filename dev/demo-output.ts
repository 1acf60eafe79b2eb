/** How the demo's results look in a terminal. */
import type { ReceivedDelivery } from './demo-receiver.ts'
import type { FollowUp } from './demo.ts'
import type { Credentials } from './environment.ts'
import { paint } from './progress.ts'

/** JSON with each member on one line, so that a resource reads like a table. */
export function oneFieldPerLine(resource: object): string {
  const members = Object.entries(resource).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `  {\n${members.join(',\n')}\n  }`
}

export function describeSteps({ steps }: FollowUp): string {
  const width = Math.max(...steps.map((it) => it.step.length)) + 2
  return steps
    .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))
    .map(({ step, dueAt, status }) => `    ${step.padEnd(width)}${dueAt}  ${status}`)
    .join('\n')
}

export function describeDelivery(delivery: ReceivedDelivery, out: NodeJS.WriteStream): string {
  const { event, signature, verified } = delivery
  const verdict = verified
    ? paint(out, 'green', '✓ signature verified by the receiver')
    : paint(out, 'red', '✗ the signature does not match')
  const signatures = signature.split(',').map((part) => shorten(part, 72))
  return [
    `  ${event.type} ${event.id}`,
    `    X-Service-Signature: ${signatures.join(',\n                         ')}`,
    ...Object.entries(event.data).map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`),
    `  ${verdict}`,
  ].join('\n')
}

export function bookingCommand(
  api: string,
  { clientId, clientSecret }: Credentials,
  booking: object,
): string {
  const grant = `{"grant_type":"client_credentials","client_id":"${clientId}","client_secret":"${clientSecret}"}`
  return [
    `  TOKEN=$(curl -s ${api}/oauth/token -H 'Content-Type: application/json' \\`,
    `    -d '${grant}' \\`,
    `    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -i ${api}/v1/appointments -H "Authorization: Bearer $TOKEN" \\`,
    `    -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s)" \\`,
    `    -d '${JSON.stringify(booking)}'`,
  ].join('\n')
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
