import { once } from 'node:events'
import { createServer } from 'node:https'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { selfSigned } from './receivers.ts'

/** A person known to the registry; their license is that of a speech-language pathologist in Illinois. */
interface RegisteredPerson {
  npi: string
  firstName: string
  lastName: string
  licenseNumber: string
}

/** A registry with the NPPES interface on loopback that counts its requests. */
export interface RegistryServer extends AsyncDisposable {
  url: string
  /** PEM of its self-signed certificate. */
  certificate: string
  know: (person: RegisteredPerson) => void
  /** Requests about an identifier so far. */
  asked: (npi: string) => number
  /** Makes requests wait. */
  hold: () => void
  /** Waiting requests. */
  held: () => number
  /** Responds to waiting and future requests. */
  letGo: () => void
}

export const startRegistryServer = async (): Promise<RegistryServer> => {
  const { key, cert } = selfSigned({ ip: '127.0.0.1' })
  const known = new Map<string, RegisteredPerson>()
  const asked = new Map<string, number>()
  let waiting: (() => void)[] | undefined
  const answer = (response: ServerResponse, npi: string) => response.end(answerOf(known.get(npi)))
  const server = createServer({ key, cert }, (request, response) => {
    const npi = new URL(request.url!, 'https://127.0.0.1').searchParams.get('number') ?? ''
    asked.set(npi, (asked.get(npi) ?? 0) + 1)
    if (waiting) waiting.push(() => answer(response, npi))
    else answer(response, npi)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate: cert,
    know: (person) => void known.set(person.npi, person),
    asked: (npi) => asked.get(npi) ?? 0,
    hold: () => void (waiting ??= []),
    held: () => waiting?.length ?? 0,
    letGo: () => {
      const held = waiting ?? []
      waiting = undefined
      for (const late of held) late()
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.closeAllConnections()
      server.close()
      await closed
    },
  }
}

const answerOf = (person: RegisteredPerson | undefined): string => {
  if (!person) return JSON.stringify({ result_count: 0, results: [] })
  const { npi: number, firstName: first_name, lastName: last_name, licenseNumber: license } = person
  const taxonomies = [{ code: '235Z00000X', license, state: 'IL' }]
  const result = { number, basic: { first_name, last_name, status: 'A' }, taxonomies }
  return JSON.stringify({ result_count: 1, results: [result] })
}
