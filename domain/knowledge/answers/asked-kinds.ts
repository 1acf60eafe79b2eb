/** What a question asks for, if the answer can be told by its form. */
export type AskedKind =
  | 'money'
  | 'duration'
  | 'frequency'
  | 'time'
  | 'date'
  | 'day'
  | 'count'
  | 'number'
  | 'age'
  | 'person'
  | 'place'
  | 'phone'
  | 'manner'
  | 'outcome'
  | 'whether'

/** The first pattern that matches a question decides. All languages together: their question words differ. */
const ASKED: readonly [RegExp, readonly AskedKind[]][] = [
  [
    /\bhow (?:often|frequently|regularly|many times)\b|\bwie (?:oft|häufig|viele mal)|cada cuánto|qué frecuencia|cuántas veces|à quelle fréquence|combien de fois/u,
    ['frequency'],
  ],
  [
    /\b(?:what|which) (?:phone |telephone )?number\b|\bphone number\b|welche[nrs]? (?:telefon)?nummer|qué (?:teléfono|número)|quel numéro/u,
    ['phone'],
  ],
  [/\b(?:what|which) (?:time|hour)\b|uhrzeit|wie ?viel uhr|qué hora|quelle heure/u, ['time']],
  [
    /\b(?:what|which) age\b|\bhow old\b|\bwie alt\b|welche[mnrs]? alter|qué edad|cuántos años tiene|quel âge/u,
    ['age'],
  ],
  [
    /\bhow long (?:must|should|does|do|has)\b.*\bbe\b|\bwie lang (?:muss|soll|darf)\b.*\bsein\b/u,
    ['number'],
  ],
  [
    /\bhow (?:much|many) (?:time|notice|minutes|hours|days|weeks|months|years)\b|\bhow long\b|\bwie lang|\bwie ?viel zeit\b|wie viele (?:minuten|stunden|tage|wochen|monate|jahre)|cuánto tiempo|cuánto (?:dura|tarda)|cuántos (?:minutos|días|meses|años)|cuántas (?:horas|semanas)|combien de (?:temps|jours|semaines|mois|minutes|heures)/u,
    ['duration'],
  ],
  [
    /\bhow (?:soon|quickly|quick|fast|early|late|far)\b|\bwie (?:schnell|früh|bald|spät|weit)\b|welcher frist|qué plazo|cuánta antelación|(?:quel|sous quel) délai/u,
    ['duration', 'date', 'time'],
  ],
  [
    /\b(?:what|which) (?:day|date|weekday|month)s?\b|\bwelche[mnr]? (?:tag|wochentag|datum|monat)e?n?\b|qué (?:día|fecha|mes)(?:es|s)?|quel(?:le)?s? (?:jour|date|mois)s?/u,
    ['day'],
  ],
  [/\b(?:when|latest|deadline)\b|\bwann\b|cuándo|\bquand\b/u, ['date', 'time', 'duration']],
  [/\bhow many\b|\bwie viele\b|cuánt[oa]s|combien de/u, ['count']],
  [
    /\b(?:what|which) temperature\b|welche[mnrs]? temperatur|qué temperatura|quelle température/u,
    ['number'],
  ],
  [
    /\bhow much\b|\bhow expensive\b|\bwie (?:teuer|hoch|viel)\b|\bwas kostet|\bwas kosten|cuánto|qué precio|\bcombien\b|quel (?:prix|tarif)/u,
    ['money'],
  ],
  [
    /\bwho(?:m|se)?\b|\b(?:wer|wen|wem|wessen)\b|quién(?:es)?|^qui\b|\b(?:à|avec|chez) qui\b/u,
    ['person'],
  ],
  [
    /\bwhere\b|\b(?:what|which) (?:room|floor|place)\b|\b(?:wo|wohin)\b|welche[mnrs]? (?:raum|zimmer|stock)|dónde|qué (?:sala|aula|planta)|(?<!\p{L})où(?!\p{L})|quelle (?:salle|pièce)/u,
    ['place'],
  ],
  [
    /^how (?:do|does|can|is|are|should|must|will|may)\b|^wie (?!teuer|hoch|viel|lang)|^¿?cómo|^comment\b/u,
    ['manner'],
  ],
  [
    /\bwhat (?:(?:should|do|must|can|shall) (?:we|i|you|parents) do\b|happens)|\bwas (?:passiert|sollen wir|machen wir|tun)|qué (?:pasa|hacemos|debemos|ocurre)|que (?:se passe|faire)/u,
    ['outcome'],
  ],
]
const ASKS_WHAT = /\b(?:what|was|qué|que|quoi)\b/u

/** What "how" measures is no thing that an answer must name: "How late can we cancel?" */
const MEASURE =
  /(?<=\bhow )(?:soon|quickly|quick|fast|early|late|far|long|often)\b|(?<=\bwie )(?:hoch|teuer|schnell|früh|bald|spät|weit|lange?|oft)(?!\p{L})/giu

export const withoutMeasure = (question: string): string => question.replaceAll(MEASURE, ' ')

/** Begins a question whose answer is yes or no. */
const ASKS_WHETHER =
  /^[¿\s]*(?:do|does|did|is|are|can|could|may|must|should|will|would|has|have|shall|darf|dürfen|kann|können|muss|müssen|soll|sollen|ist|sind|hat|haben|habt|gibt|bieten|macht|machen|wird|werden|est-ce|peut|puis|pouvons|faut|y a)(?!\p{L})/u

/** The kinds of which the answer must be one; none if its form tells nothing. */
export const askedKinds = (question: string, isAboutMoney: boolean): readonly AskedKind[] => {
  const asked = question.toLowerCase()
  if (ASKS_WHETHER.test(asked)) return ['whether']
  const found = ASKED.map(([pattern, kinds]) => ({ at: asked.search(pattern), kinds }))
    // "What do we do when …" asks what, not when.
    .filter(
      ({ at }) =>
        at !== -1 && !(asked.startsWith('when', at) && ASKS_WHAT.test(asked.slice(0, at))),
    )
    .toSorted((a, b) => a.at - b.at)[0]
  if (found) return found.kinds
  const isAmount = isAboutMoney && ASKS_WHAT.test(asked)
  return isAmount ? ['money'] : []
}

const ARTICLE = 'an?|eine?[nmrs]?|un[ao]?|une'
const COUNTED =
  '\\d[\\d.,:/-]*|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|halben?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|vierzehn|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|neunzig|hundert|medi[ao]|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|noventa|cien|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|soixante'
const NUMBER = `(?:${COUNTED}|${ARTICLE})`
const UNIT =
  '(?:minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tage?[ns]?|wochen?|monate?[ns]?|jahre?[ns]?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|quincenas?|jours?|semaines?|mois|heures?|ans?|années?)'
const DAY =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?'
const MONTH =
  'january|february|march|april|may(?= \\d)|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre'

const between = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}])`, 'iu')

const CURRENCY =
  '(?:dollars?|euros?|eur|usd|cents?|céntimos?|pounds?|percent|prozent|francs?|por ciento|pour cent|%|€|\\$|£)'
const AMOUNT = new RegExp(`[$€£] ?\\d|(?<![\\p{L}\\p{N}])${NUMBER} ?${CURRENCY}(?![\\p{L}])`, 'iu')
const FREE = between(
  'free|no charge|without charge|waived?|not? (?:charge[ds]?|pay|billed)|never charged|kostenlos\\w*|kostenfrei|gratis|unentgeltlich|entfällt|befreit|nichts|gratuit[oae]s?|no se (?:cobra|paga)|no pagan?|sin coste|none|half (?:the |of )?(?:price|fee|it|that|amount|rate)|pay half|die hälfte|la mitad|la moitié',
)
const DURATION = between(
  `(?<!(?:every|each|all|alle|jede[nrs]?|cada|tou(?:s|tes) les) )${NUMBER}(?:-| (?:\\p{L}+ )?)${UNIT}|overnight|stunde|half an hour|lasts? until`,
)
const RANGE =
  /\d ?(?:a\.?m\.?|p\.?m\.?|uhr|h)?\.? ?(?:to|-|–|bis|a|hasta|à|and|und|y) ?\d|(?:until|bis|hasta|jusqu['’]à) .{0,20}\d|(?:until|till|bis|hasta|jusqu['’]à) (?:the )?(?:noon|midnight|mittags?|mitternacht|(?:el )?mediodía|medianoche|midi|minuit)/iu
const FREQUENCY = between(
  `every|each|per|daily|weekly|monthly|yearly|annually|once|twice|times a|after (?:each |every )?(?:use|session)|always|regularly|jede[mnrs]?|täglich|wöchentlich|monatlich|jährlich|einmal|zweimal|immer|nach (?:jeder|jedem|gebrauch)|cada|diario|mensual|anual|siempre|una vez|dos veces|tras cada|chaque|tous les|par (?:jour|mois|an|semaine)|${DAY}`,
)
/** A number that is no count of what follows it: "opens at nine." */
const CLOCK = `(?:${COUNTED})(?= *(?:$|[.,;:!?)]|(?:o['’]clock|sharp|in|and|or|on|to|till|until|each|every|uhr|und|oder|am|bis|an|y|o|en|de la|a|et|ou|du|le|heures)(?!\\p{L})))`
const SPOKEN_TIME = between(
  `(?:half|quarter) (?:past|to) (?:${COUNTED})|(?:at|by|from|until|till|between|before|after|um|ab|bis|gegen|von|zwischen|vor|nach|halb|viertel (?:vor|nach)) ${CLOCK}|(?:a|hasta|desde|antes de|después de|sobre|entre) las? ${CLOCK}|(?:à|jusqu['’]à|dès|vers) ${CLOCK}`,
)
const TIME =
  /\d ?(?:a\.?m|p\.?m|uhr|h)(?![\p{L}])|\d{1,2}[:.]\d{2}|(?<![\p{L}])(?:noon|midnight|mittags?|mediodía|midi)(?![\p{L}])|a las? \d/iu
const DATE = new RegExp(
  `(?<![\\p{L}])(?:${DAY}|${MONTH}|tomorrow|evening|morning|christmas|easter|new year|weihnachten|ostern|neujahr|silvester|navidad|pascua|noël|pâques)(?![\\p{L}])|\\d(?:st|nd|rd|th)\\b|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.\\d{1,2}\\.|(?<![\\p{L}])(?:on the (?:first|last)|end of|monatsende|día \\d|primer[oa]? (?:día|de)|fin de mes)(?![\\p{L}])`,
  'iu',
)
const CONDITION = between(
  'at the (?:first|last|next|end|beginning|start)|on (?:the first|arrival)|zu[mr] ersten|beim ersten|zu beginn|en la primera|al (?:principio|final)|à la première|between|zwischen|entre|only|nur|solo|after|before|until|once|as soon as|when|only if|if|while|within|during|sobald|nach|bis|vor|wenn|erst|nachdem|während|innerhalb|después|tras|antes|hasta|cuando|si|durante|après|avant|jusqu|dès|quand|pendant|lorsque',
)
const COUNT = between(COUNTED)
const AGE = between(
  `(?:${COUNTED})(?:-| )(?:years?|months?|jahre?n?|monate?n?|años?|meses|ans|mois)|(?:age[ds]?|ages|older than|younger than|under|over|alter|älter als|jünger als|unter|über|edad|mayores de|menores de|âgés? de) (?:of |from |von |de )?(?:${COUNTED})`,
)

/** Whether a word is a number, in digits or letters. */
export const isNumber = (word: string): boolean => ONLY_NUMBER.test(word)
const ONLY_NUMBER = new RegExp(`^(?:${COUNTED})$`, 'u')
const PLACE = between(
  '(?:in|under|behind|beside|next to|at|on|inside|near|opposite|between|to) (?:the|an?|our|your|each|every|its|front|room)(?! (?:morning|evening|afternoon|day|week|month|year|first|last|end|time|same|written))|upstairs|downstairs|outside|im|ins|in (?:der|den|die|dem)|unter (?:der|dem)|hinter (?:der|dem)|neben (?:der|dem)|an (?:der|dem|die)|auf (?:der|dem)|vor (?:der|dem) (?!ersten|termin|beginn)|beim|draußen|zu hause|en (?:el|la|los|las|un|una)|bajo|debajo|detrás|junto a|frente|fuera|dans (?:le|la|les)|sous|derrière|devant|(?:room|raum|zimmer|sala|aula|salle|ort|place|lugar):? [\\p{Lu}\\d]\\w*',
)
const PHONE = /\d{3}[-\s./]?\d{3,}|(?<!\d)\d{3}(?!\d)/u
const MANNER = between(
  'by|with|via|through|per|mit|durch|über|mittels|con|por|mediante|par|avec|after|nach|tras|at',
)
/** A title with a name, or two names in a row that do not begin a sentence nor end in "'s". */
const NAME =
  /\b(?:Mr|Mrs|Ms|Dr|Miss|Frau|Herr|Herrn|Sra?|Don|Doña|Mme|Monsieur|Madame)\.? \p{Lu}\p{Ll}+|(?<=[\p{Ll},|:] |\| )(?<!(?:of|from|de|von) )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+(?!['’]s)/u

const FORMS: Readonly<Record<AskedKind, readonly RegExp[]>> = {
  money: [AMOUNT, FREE],
  duration: [DURATION, RANGE],
  frequency: [FREQUENCY],
  day: [DATE],
  time: [TIME, SPOKEN_TIME],
  date: [DATE, TIME, SPOKEN_TIME, DURATION, CONDITION],
  count: [COUNT],
  number: [COUNT],
  age: [AGE],
  person: [NAME, PHONE],
  place: [PLACE],
  phone: [PHONE],
  whether: [/./u],
  // Any sentence may tell how.
  manner: [MANNER, /./u],
  outcome: [
    between('if|when|bei|wenn|falls|si|cuando|en caso|en cas|nach|after|tras|as soon as'),
    /./u,
  ],
}

/** How much worse each further form is than the first. */
const LESS = 0.2

/** How well a sentence has the form of an answer: 1 for a plain value, less for other ways to say it, 0 for none. */
export const formOf = (sentence: string, kinds: readonly AskedKind[]): number =>
  Math.max(
    ...kinds.map((kind) => {
      const place = FORMS[kind].findIndex((form) => form.test(sentence))
      return place === -1 ? 0 : 1 - place * LESS
    }),
  )
