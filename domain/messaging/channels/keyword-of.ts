/** What a text from a family can ask for. */
export type Keyword = 'STOP' | 'START' | 'HELP' | 'CONFIRM'

/** The English words for stopping and starting are those that Twilio and carriers act on themselves. */
const WORDS: Readonly<Record<Keyword, readonly string[]>> = {
  STOP: [
    'STOP',
    'STOPALL',
    'STOP ALL',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'REVOKE',
    'OPTOUT',
    'OPT OUT',
    'STOPP',
    'ABMELDEN',
    'ABBESTELLEN',
    'KEINE SMS',
    'PARAR',
    'BAJA',
    'ALTO',
  ],
  START: ['START', 'UNSTOP', 'OPTIN', 'OPT IN', 'ANMELDEN', 'STARTEN', 'ALTA', 'EMPEZAR'],
  HELP: ['HELP', 'INFO', 'HILFE', 'AYUDA'],
  CONFIRM: [
    'C',
    'Y',
    'YES',
    '1',
    'OK',
    'CONFIRM',
    'CONFIRMED',
    'J',
    'JA',
    'BESTATIGEN',
    'BESTATIGT',
    'BESTAETIGT',
    'S',
    'SI',
    'CONFIRMO',
    'CONFIRMAR',
    'CONFIRMADO',
  ],
}

const KEYWORD_OF: ReadonlyMap<string, Keyword> = new Map(
  Object.entries(WORDS).flatMap(([keyword, words]) =>
    words.map((word) => [word, keyword as Keyword] as const),
  ),
)

/** Upper case, without accents, punctuation and surrounding space: `Sí.` becomes `SI`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase()

/** The keyword that a text consists of; undefined if it says anything else. */
export const keywordOf = (text: string): Keyword | undefined =>
  text.length <= LONGEST ? KEYWORD_OF.get(plain(text)) : undefined

/** Longer texts are sentences. */
const LONGEST = 40

/** `CANCEL` stops texts at every carrier, but may be meant for the appointment. */
export const mayMeanAppointment = (text: string): boolean => plain(text) === 'CANCEL'

/** Carriers take YES of somebody who had stopped texts as START. */
export const meansStartAfterStop = (text: string): boolean => plain(text) === 'YES'
