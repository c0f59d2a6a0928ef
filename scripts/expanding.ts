import { loadModule, type Node, parseSync } from 'libpg-query'
import { runsBeside } from '../server/database/laterSteps.ts'

await loadModule()

/**
 * Finds what a migration removes that the previous release, which runs beside it during an upgrade, may use: its
 * statements would fail. A migration may remove what the previous release no longer uses, if a line `-- contract since
 * <that release>: why` says so.
 */
export function findContracting(sql: string): string[] {
  if (runsBeside(sql) !== 'all') return []
  const { stmts = [] } = parseSync(sql)
  const created = new Set(stmts.flatMap(({ stmt }) => createdTable(stmt)))
  return stmts.flatMap(({ stmt }) => (stmt ? contractingParts(stmt, created) : []))
}

function createdTable(stmt: Node | undefined): string[] {
  return stmt && 'CreateStmt' in stmt ? [stmt.CreateStmt.relation?.relname ?? ''] : []
}

function contractingParts(stmt: Node, created: Set<string>): string[] {
  if ('DropStmt' in stmt) return [`drops (${stmt.DropStmt.removeType})`]
  if ('RenameStmt' in stmt) return ['renames']
  if ('TruncateStmt' in stmt) return ['empties a table']
  if ('DeleteStmt' in stmt) return [`deletes rows of ${stmt.DeleteStmt.relation?.relname}`]
  if ('IndexStmt' in stmt && stmt.IndexStmt.unique && !created.has(stmt.IndexStmt.relation?.relname ?? ''))
    return [`adds a unique index to ${stmt.IndexStmt.relation?.relname}`]
  if (!('AlterTableStmt' in stmt)) return []
  const table = stmt.AlterTableStmt.relation?.relname ?? ''
  if (created.has(table)) return []
  return (stmt.AlterTableStmt.cmds ?? []).flatMap((node) => {
    const what = 'AlterTableCmd' in node ? alteration(node.AlterTableCmd) : undefined
    return what ? [`${what} ${table}`] : []
  })
}

type Command = Extract<Node, { AlterTableCmd: unknown }>['AlterTableCmd']

function alteration({ subtype, name, def }: Command): string | undefined {
  switch (subtype) {
    case 'AT_DropColumn':
    case 'AT_DropConstraint':
    case 'AT_AlterColumnType':
    case 'AT_SetNotNull':
      return `${subtype.slice(3)} ${name} of`
    case 'AT_AddConstraint':
      return 'adds a constraint to'
    case 'AT_AddColumn':
      return def && demandsValue(def) ? 'adds a column without a default to' : undefined
    default:
      return undefined
  }
}

/** Whether a new column needs a value: inserts of the previous release don't set it. */
function demandsValue(def: Node): boolean {
  const column = 'ColumnDef' in def ? def.ColumnDef : undefined
  const kinds = (column?.constraints ?? []).flatMap((node) =>
    'Constraint' in node ? [node.Constraint.contype] : [],
  )
  return (
    kinds.includes('CONSTR_NOTNULL') &&
    !kinds.some((kind) => kind === 'CONSTR_DEFAULT' || kind === 'CONSTR_GENERATED')
  )
}
