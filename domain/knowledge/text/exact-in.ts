/** Words that change a meaning. A claim may contain them only if its quote does. */
const words = (list: string): readonly string[] => list.split(' ')

const NUMBERS = [
  'zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty hundred thousand half twice double',
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig hundert tausend halb doppelt',
  'cero dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cuarenta cincuenta sesenta cien mil medio doble',
  'zéro deux trois quatre cinq sept huit neuf dix onze douze vingt trente quarante cinquante soixante cent mille demi',
].flatMap(words)

const DATES = [
  'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december today tomorrow',
  'montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz juni juli oktober dezember heute morgen',
  'lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre hoy mañana',
  'lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre demain',
].flatMap(words)

const NEGATIONS = [
  'not no never none nobody nothing neither nor without cannot except unless only',
  'nicht kein keine keinen keinem keiner nie niemals niemand nichts ohne außer nur',
  'nunca nadie nada ningún ninguna ninguno sin excepto salvo solo sólo',
  'ne pas jamais aucun aucune personne rien sans sauf seulement',
].flatMap(words)

const EXACT: ReadonlySet<string> = new Set([...NUMBERS, ...DATES, ...NEGATIONS])
const NEGATING: ReadonlySet<string> = new Set(NEGATIONS)

const WORD = /[\p{L}\p{M}]+/gu
const CONTRACTED = /n't$/u
/** Matches digits with separators: 24, 25.50, 2026-11-24, 8:30. */
const NUMBER = /\p{N}+(?:[.,:/-]\p{N}+)*/gu
/** Matches links and addresses. */
const LINK =
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+|\b(?:https?:|www\.)\S+|\b[\p{L}\p{N}-]+\.(?:com|org|net|io|de|es|fr|eu|info|example)\b\S*/giu

/** The words of a text in lower case; "don't" includes "not". */
export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}']+/u)
    .flatMap((word) => [...(word.match(WORD) ?? []), ...(CONTRACTED.test(word) ? ['not'] : [])])

/** The parts of a text that must occur in a quote exactly: numbers, dates, links and negations. */
export const exactIn = (text: string): Set<string> =>
  new Set([
    ...(text.match(NUMBER) ?? []),
    ...(text.toLowerCase().match(LINK) ?? []),
    ...wordsIn(text).filter((word) => EXACT.has(word)),
  ])

/** The negations of a text. */
export const negationsIn = (text: string): Set<string> =>
  new Set(wordsIn(text).filter((word) => NEGATING.has(word)))
