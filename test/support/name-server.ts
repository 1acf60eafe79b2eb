import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server on loopback: returns one address for every name and the given texts, NXDOMAIN, or nothing at all. */
export interface NameServer extends AsyncDisposable {
  /** In the notation of WEBHOOK_NAME_SERVERS. */
  address: string
  /** Queries so far. */
  asked: () => number
  /** Publishes the TXT records of a name, replacing earlier ones. */
  publish: (name: string, ...texts: string[]) => void
  /** Makes every name unresolvable. */
  forget: () => void
  /** Stops responding. */
  silence: () => void
}

const QUESTION_AT = 12
const TYPE_A = 1
const TYPE_TXT = 16
const PUBLIC_ADDRESS = [93, 184, 215, 14]

export const startNameServer = async (): Promise<NameServer> => {
  const socket = createSocket('udp4')
  let asked = 0
  const texts = new Map<string, readonly string[]>()
  let answer: ((query: Buffer) => Buffer) | undefined = addressOf
  socket.on('message', (query, { port, address }) => {
    asked += 1
    if (!answer) return
    const isText = typeOf(query) === TYPE_TXT
    socket.send(isText ? textsOf(query, texts) : answer(query), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    publish: (name, ...values) => void texts.set(name, values),
    forget: () => void (answer = noSuchName),
    silence: () => void (answer = undefined),
    async [Symbol.asyncDispose]() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

/** RFC 1035, section 4: the question, and one A record for a question of that type. */
const addressOf = (query: Buffer): Buffer => {
  const question = questionOf(query)
  const isA = typeOf(query) === TYPE_A
  const record = [0xc0, QUESTION_AT, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...PUBLIC_ADDRESS]
  return Buffer.concat([
    headerOf(query, 0x80, isA ? 1 : 0),
    question,
    ...(isA ? [Buffer.from(record)] : []),
  ])
}

/** TXT records of one string each, in a question of that type. */
const textsOf = (query: Buffer, texts: ReadonlyMap<string, readonly string[]>): Buffer => {
  const values = texts.get(nameOf(query))
  if (!values) return noSuchName(query)
  const records = values.map((value) => {
    const text = Buffer.from(value)
    const length = text.length + 1
    const head = [0xc0, QUESTION_AT, 0, TYPE_TXT, 0, 1, 0, 0, 0, 60, 0, length, text.length]
    return Buffer.concat([Buffer.from(head), text])
  })
  return Buffer.concat([headerOf(query, 0x80, values.length), questionOf(query), ...records])
}

const typeOf = (query: Buffer): number => {
  const question = questionOf(query)
  return question.readUInt16BE(question.length - 4)
}

const nameOf = (query: Buffer): string => {
  const labels: string[] = []
  for (let at = QUESTION_AT; query[at] !== 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
  return labels.join('.').toLowerCase()
}

const noSuchName = (query: Buffer): Buffer =>
  Buffer.concat([headerOf(query, 0x83, 0), questionOf(query)])

const questionOf = (query: Buffer): Buffer => {
  let end = QUESTION_AT
  while (query[end] !== 0) end += query[end]! + 1
  return query.subarray(QUESTION_AT, end + 5)
}

const headerOf = (query: Buffer, code: number, answers: number): Buffer => {
  const header = Buffer.from([0, 0, 0x81, code, 0, 1, 0, answers, 0, 0, 0, 0])
  query.copy(header, 0, 0, 2)
  return header
}
