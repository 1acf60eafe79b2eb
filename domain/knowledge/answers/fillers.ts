import type { Language } from '../assistants/rules.ts'

/** Frequent words of questions, by which their language is told. */
export const WORDS_OF_QUESTIONS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    'the is are do does did what when where who whom how my we i you our can may your of to for a an and on if will should must many much long have get there which with her his it be us am need',
  ),
  de: words(
    'der die das ist sind wann was wer wen wem wie wo wir ich mein meine meinen unser unsere kann darf muss müssen dürfen sie ihr habt haben man für zu im den dem ein eine es und bei wenn viel lange bis mit von auf welche hat gibt nicht an am aus in ihr ihre haben bleibt wird kommt',
  ),
  es: words(
    'el la los las es son cuándo qué quién cómo dónde cuánto cuánta cuántos mi mis nos se puede puedo podemos en de un una si con al del por para hay le les lo ustedes tiene hasta no',
  ),
  fr: words(
    'le la les est sont quand quoi qui comment où combien mon ma mes nous vous je peut puis un une des du si avec pour dans faut il au ne pas on votre',
  ),
}

/** Words that a question has besides the things it names. */
export const FILLERS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    'time times soon the a an of in to at by into over onto and or as just simply really actually already also too even still hour hours ever tomorrow yesterday today tonight night last next please possible possibly need needs want wants have has had get gets got do does did done make makes made go goes going let lets us we our ours you your yours my me mine he him his she her hers they them their it its this that these those there here one ones thing things somebody someone anybody anyone something anything everything nothing would could should must shall might will can may not no yes what which who whom whose when where why how if whether whilst while after from till until on off out up down back again about with without for than then so such very allowed permitted forbidden prohibited ok okay supposed able happen happens happened suddenly long much many often far be been being is are was were am use used uses apply applies exactly usually normally kind sort way per each any some all both another other know find show come comes coming tell mean means don doesn didn won wouldn shouldn couldn isn aren re ll ve look good bad new please simply quickly fast quick different right ahead see sees seen saw turn try special less more extra own around together during because put leave',
  ),
  de: words(
    'zeit uhrzeit der die das den dem des ein eine einen einem einer eines und oder einfach wirklich eigentlich schon auch noch immer morgen gestern heute bitte möglich brauche brauchen braucht will wollen möchte möchten habe haben habt hat hatte hatten machen macht mache gehen geht geben gibt es wir uns unser unsere unseren unserem ich mein meine meinen meinem mir mich du dein er sie ihr ihre ihren ihnen man jemand etwas alles nichts kann können könnt darf dürfen dürft muss müssen müsst soll sollen sollte würde wäre ist sind war waren sein bin nicht kein keine ja nein was welche welcher welches welchem wer wen wem wann wo wohin warum wie ob wenn falls nach von bis ab an auf aus mit ohne für als dann so sehr plötzlich erlaubt verboten lange viel viele passiert hin her rein zu um bei zum zur im in am alt werden wird sich nur mal jede jeden euch ihn ihm schnell extra eigene eigenen besonders weniger mehr während zusammen sehen',
  ),
  es: words(
    'tiempo hora a de en y o para unos unas simplemente realmente ya también todavía mañana ayer anoche hoy favor posible necesito necesita necesitan necesitamos quiero quiere queremos tengo tiene tienen tenemos hago hace hacen hacer ir va van voy dar dan hay nos nosotros nuestro nuestra yo mi mis me usted ustedes su sus él ella ellos alguien algo todo nada puede pueden puedo podemos debe deben debo que es son era ser estar está están no sí qué cuál cuáles quién quiénes cuándo dónde por cómo si cuánto cuánta cuántos cuántas después de desde hasta con sin para muy permitido prohibido pasa mucho mucha tanto se le les lo el la los las un una al del rápido pronto más menos especial durante propio propia juntos',
  ),
  fr: words(
    'temps heure à de du des en et ou le la les un une l d simplement vraiment déjà aussi encore demain hier soir plaît possible besoin faut veux voulons ai avez avons ont faire fait aller va donner nous notre je mon ma mes me vous votre vos il elle ils on quelque chose tout rien peut peuvent puis pouvons doit dois devons est sont était être pas ne oui non que quoi quel quelle quels quelles qui quand où pourquoi comment si avant après de depuis avec sans pour très permis interdit passe',
  ),
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
