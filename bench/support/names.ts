/** Names that are as alike and as different as those of a real town, the same at every run. */

const FIRST =
  'Lena Mia Emma Hannah Sofia Anna Marie Clara Ella Ida Frieda Lara Amelie Leonie Zoe Aylin Fatma Elif Zeynep Olga Irina Katarzyna Zofia Ines Lucía Chloé Noémie Giulia Francesca Saoirse Aoife Maja Freja Astrid Linnea Noah Leon Paul Ben Elias Felix Jonas Luis Finn Anton Emil Theo Jakob Moritz Oskar Mehmet Emre Can Yusuf Ivan Dmitri Piotr Wojciech Łukasz Carlos Mateo José Étienne Luca Matteo Marco Seán Oisín Lars Søren Björn Kai Milan Dušan Ahmed Omar Karim Malik Samir Rania Leila Nour Amira Yara'.split(
    ' ',
  )
const ROOTS =
  'Weiss Schwarz Müller Meier Schmidt Schneider Fischer Weber Wagner Becker Hoffmann Koch Richter Klein Wolf Neumann Braun Krüger Hartmann Lange Werner Krause Lehmann Köhler Maier Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Jung Hahn Vogel Keller Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Gross Seidel Heinrich Brandt Haas Schreiber Graf Dietrich Ziegler Kuhn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Pfeiffer Kowalski Nowak Wiśniewski Yılmaz Kaya Demir Öztürk García Fernández Rossi Russo Dubois Lefèvre Murphy Byrne Larsen Jensen Nilsson Novák Horvat Petrović Haddad Mansour'.split(
    ' ',
  )
const ENDINGS = [
  '',
  '',
  '',
  'mann',
  'er',
  'feld',
  'berg',
  'stein',
  'hof',
  'bach',
  'dorf',
  'wald',
  'son',
  'ski',
  'ke',
]

/** A sequence of numbers in [0, 1) that is the same for the same seed (mulberry32). */
export const numbersFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!

/** A first and a last name; one in six last names is a double one. */
export const nameFrom = (random: () => number): [first: string, last: string] => {
  const single = () => {
    const ending = pick(ENDINGS, random)
    const root = pick(ROOTS, random)
    return ending && !root.endsWith(ending) ? `${root}${ending}` : root
  }
  const last = random() < 1 / 6 ? `${single()}-${single()}` : single()
  return [pick(FIRST, random), last]
}

/** The same word as somebody in a hurry types it: a letter left out, doubled, replaced or swapped. */
export const mistyped = (word: string, random: () => number): string => {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
  const kinds = [
    before + after,
    before + letter + letter + after,
    `${before}${pick('aeinrst'.split(''), random)}${after}`,
    `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
  ]
  return pick(kinds, random)
}
