/**
 * The help of all commands, which bin/therapy shows before anything is installed: each under a line such as `==
 * therapy key create`. `node cli/help-text.ts` writes it to bin/lib/therapy.txt; a test compares them.
 */
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { createProgram } from './program.ts'

export const HELP_FILE = new URL('../bin/lib/therapy.txt', import.meta.url)

export const helpText = (): string => sectionsOf(createProgram(), []).join('\n')

const sectionsOf = (command: Command, above: readonly string[]): string[] => {
  const path = [...above, command.name()]
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 })
  command.outputHelp()
  const below = command.commands.flatMap((it) => sectionsOf(it, path))
  return [`== ${path.join(' ')}\n${help}`, ...below]
}

if (import.meta.main) writeFileSync(HELP_FILE, helpText())
