import { loadModule, type Node, parseSync, type SelectStmt, type WithClause } from 'libpg-query'

/** A table, subquery or CTE of a query, by its alias. */
type Entry = { needsTenant: boolean; table: string }
/** If `from` is bound, `to` is bound. */
type Edge = { from: string; to: string }
type Query = {
  targets: Node[]
  joined: Node[]
  where: Node | undefined
  rest: unknown[]
  ctes: WithClause | undefined
}

/** The errors of all statements. The parser is loaded here, as a test file must not have a top-level await. */
export async function findLeaks(
  statements: Iterable<string>,
  tenantTables: ReadonlySet<string>,
): Promise<string[]> {
  await loadModule()
  return [...statements].flatMap((text) => missesTenant(text, tenantTables) ?? [])
}

/**
 * Why a statement may affect rows of several tenants; undefined if it provably doesn't. It is parsed by PostgreSQL's own
 * parser; `tenant_id` of each table must equal a parameter, or the bound `tenant_id` of another table in the same query.
 * A column of an outer query is not enough: Citus would run the statement on all shards. Statements for all tenants have
 * the comment `-- every tenant: why`.
 */
function missesTenant(statement: string, tenantTables: ReadonlySet<string>): string | undefined {
  const outsideStrings = statement.replaceAll(/'(?:[^']|'')*'/g, "''")
  if (/--\s*every tenant: \S/.test(outsideStrings)) return undefined
  const guard = new Guard(tenantTables)
  for (const { stmt } of parseSync(statement).stmts ?? []) if (stmt) guard.check(stmt, emptyScope)
  return guard.faults.length > 0 ? `${guard.faults.join('; ')}: ${statement.trim()}` : undefined
}

class Scope {
  readonly entries = new Map<string, Entry>()
  readonly bound = new Set<string>()
  readonly edges: Edge[] = []
  readonly ctes: Set<string>

  constructor(outer: Scope | undefined, ctes: Iterable<string> = []) {
    this.ctes = new Set([...(outer?.ctes ?? []), ...ctes])
  }

  /** The entries that `tenant_id` or `alias.tenant_id` can refer to; none if it is a column of an outer query. */
  named(alias: string | undefined): string[] {
    return [...this.entries.keys()].filter((name) => alias === undefined || name === alias)
  }

  settle() {
    for (let grown = true; grown; ) {
      const next = this.edges.filter(({ from, to }) => this.bound.has(from) && !this.bound.has(to))
      for (const { to } of next) this.bound.add(to)
      grown = next.length > 0
    }
  }
}
const emptyScope = new Scope(undefined)
/** Kinds of statements without rows. */
const tenantless = [
  'TransactionStmt',
  'CreateStmt',
  'VariableSetStmt',
  'VariableShowStmt',
  'NotifyStmt',
  'ListenStmt',
  'UnlistenStmt',
]

/** Whether a part of a parsed statement fulfils a condition. */
function contains(node: unknown, condition: (name: string, value: unknown) => boolean): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([name, value]) => condition(name, value) || contains(value, condition))
}

function namesClock(node: unknown): boolean {
  return contains(
    node,
    (name, value) =>
      name === 'funcname' && /"(?:now|clock_timestamp|statement_timestamp)"/.test(JSON.stringify(value)),
  )
}

class Guard {
  readonly faults: string[] = []
  private readonly tenantTables: ReadonlySet<string>

  constructor(tenantTables: ReadonlySet<string>) {
    this.tenantTables = tenantTables
  }

  check(node: Node, outer: Scope) {
    if ('SelectStmt' in node) this.checkSelect(node.SelectStmt, outer)
    else if ('InsertStmt' in node) this.checkInsert(node, outer)
    else if ('UpdateStmt' in node) {
      const {
        relation,
        fromClause = [],
        whereClause,
        targetList,
        returningClause,
        withClause,
      } = node.UpdateStmt
      const targets = relation ? [{ RangeVar: relation }] : []
      const rest = [targetList, returningClause]
      if (this.tenantTables.has(relation?.relname ?? '')) this.checkClock(targetList)
      this.checkQuery({ targets, joined: fromClause, where: whereClause, rest, ctes: withClause }, outer)
    } else if ('DeleteStmt' in node) {
      const { relation, usingClause = [], whereClause, returningClause, withClause } = node.DeleteStmt
      const targets = relation ? [{ RangeVar: relation }] : []
      const rest = [returningClause]
      this.checkQuery({ targets, joined: usingClause, where: whereClause, rest, ctes: withClause }, outer)
    } else if (!tenantless.some((kind) => kind in node))
      this.faults.push(`${Object.keys(node)[0]} is not a kind of statement that is checked`)
  }

  private checkSelect(select: SelectStmt, outer: Scope) {
    const { larg, rarg, withClause, fromClause = [], whereClause, ...others } = select
    if (larg && rarg) {
      const scope = this.openCtes(withClause, outer)
      for (const side of [larg, rarg]) this.checkSelect(side, scope)
      return
    }
    const rest = [
      others.targetList,
      others.havingClause,
      others.sortClause,
      others.groupClause,
      others.valuesLists,
      others.limitCount,
    ]
    this.checkQuery({ targets: [], joined: fromClause, where: whereClause, rest, ctes: withClause }, outer)
  }

  private checkInsert({ InsertStmt: insert }: Extract<Node, { InsertStmt: unknown }>, outer: Scope) {
    const scope = this.openCtes(insert.withClause, outer)
    const table = insert.relation?.relname ?? ''
    const columns = (insert.cols ?? []).map((column) => ('ResTarget' in column ? column.ResTarget.name : ''))
    if (this.tenantTables.has(table) && !columns.includes('tenant_id'))
      this.faults.push(`inserts into ${table} without naming tenant_id`)
    if (insert.selectStmt) this.check(insert.selectStmt, scope)
    const { action, infer } = insert.onConflictClause ?? {}
    const inferred = (infer?.indexElems ?? []).map((item) => ('IndexElem' in item ? item.IndexElem.name : ''))
    if (
      this.tenantTables.has(table) &&
      action === 'ONCONFLICT_UPDATE' &&
      !infer?.conname &&
      !inferred.includes('tenant_id')
    )
      this.faults.push(`updates rows of ${table} that a key without tenant_id found`)
    if (this.tenantTables.has(table) && namesClock(insert.onConflictClause))
      this.faults.push(`reads the clock in \`on conflict\` of ${table}, which Citus refuses`)
    this.checkInside([insert.onConflictClause, insert.returningClause], scope)
  }

  /** Citus refuses changes with a `case` or `coalesce` that reads the clock. */
  private checkClock(changed: unknown) {
    const isRefused = contains(
      changed,
      (name, value) => (name === 'CaseExpr' || name === 'CoalesceExpr') && namesClock(value),
    )
    if (isRefused)
      this.faults.push('reads the clock inside `case` or `coalesce` of a change, which Citus refuses')
  }

  private openCtes(clause: WithClause | undefined, outer: Scope): Scope {
    const ctes = (clause?.ctes ?? []).flatMap((cte) =>
      'CommonTableExpr' in cte ? [cte.CommonTableExpr] : [],
    )
    const scope = new Scope(
      outer,
      ctes.map(({ ctename = '' }) => ctename),
    )
    for (const { ctequery } of ctes) if (ctequery) this.check(ctequery, scope)
    return scope
  }

  private checkQuery({ targets, joined, where, rest, ctes }: Query, outer: Scope) {
    const around = this.openCtes(ctes, outer)
    const scope = new Scope(around)
    const conditions: { node: Node; binds: string[] | undefined }[] = []
    const subqueries: Node[] = []
    for (const node of [...targets, ...joined]) this.addSource(node, scope, conditions, subqueries)
    if (where) conditions.push({ node: where, binds: undefined })
    for (const { node, binds } of conditions) bind(node, scope, binds)
    scope.settle()
    for (const [name, { needsTenant, table }] of scope.entries)
      if (needsTenant && !scope.bound.has(name))
        this.faults.push(`${table}${name === table ? '' : ` as ${name}`} is not bound to one tenant`)
    for (const subquery of subqueries) this.check(subquery, scope)
    this.checkInside([where, rest, conditions.map(({ node }) => node)], scope)
  }

  /** Adds the entries of FROM and returns their names. */
  private addSource(
    node: Node,
    scope: Scope,
    conditions: { node: Node; binds: string[] | undefined }[],
    subqueries: Node[],
  ): string[] {
    if ('RangeVar' in node) {
      const { relname = '', alias } = node.RangeVar
      const name = alias?.aliasname ?? relname
      const isCte = scope.ctes.has(relname)
      scope.entries.set(name, { table: relname, needsTenant: !isCte && this.tenantTables.has(relname) })
      // The query of the CTE is checked itself.
      if (isCte) scope.bound.add(name)
      return [name]
    }
    if ('RangeSubselect' in node) {
      const { subquery, alias } = node.RangeSubselect
      const name = alias?.aliasname ?? `subquery ${scope.entries.size}`
      if (subquery) subqueries.push(subquery)
      scope.entries.set(name, { table: name, needsTenant: false })
      const values = subquery && 'SelectStmt' in subquery ? subquery.SelectStmt.valuesLists : undefined
      // Several rows of values may contain several tenants.
      if (!values || values.length < 2) scope.bound.add(name)
      return [name]
    }
    if ('RangeTableSample' in node && node.RangeTableSample.relation)
      return this.addSource(node.RangeTableSample.relation, scope, conditions, subqueries)
    if ('RangeFunction' in node) {
      const name = node.RangeFunction.alias?.aliasname ?? `function ${scope.entries.size}`
      scope.entries.set(name, { table: name, needsTenant: false })
      return [name]
    }
    if (!('JoinExpr' in node)) {
      this.faults.push(`${Object.keys(node)[0]} is not a kind of source that is checked`)
      return []
    }
    const { larg, rarg, quals, usingClause = [], jointype } = node.JoinExpr
    const left = larg ? this.addSource(larg, scope, conditions, subqueries) : []
    const right = rarg ? this.addSource(rarg, scope, conditions, subqueries) : []
    const binds = bindable(jointype, left, right)
    if (quals) conditions.push({ node: quals, binds })
    if (usingClause.some((column) => 'String' in column && column.String.sval === 'tenant_id'))
      for (const a of left) for (const b of right) addEdges(scope, a, b, binds)
    return [...left, ...right]
  }

  /** Checks every subquery in expressions. */
  private checkInside(value: unknown, scope: Scope) {
    if (typeof value !== 'object' || value === null) return
    if (isNode(value) && ('SelectStmt' in value || 'InsertStmt' in value)) return this.check(value, scope)
    for (const item of Object.values(value)) this.checkInside(item, scope)
  }
}

/** The sides of a join that its condition restricts; an outer side is not restricted. */
function bindable(jointype: string | undefined, left: string[], right: string[]): string[] {
  if (jointype === 'JOIN_LEFT') return right
  if (jointype === 'JOIN_RIGHT') return left
  return jointype === 'JOIN_FULL' ? [] : [...left, ...right]
}

/** Records what the equalities of a condition bind; those in alternatives and negations don't count. */
function bind(node: Node, scope: Scope, binds: string[] | undefined): void {
  if ('BoolExpr' in node) {
    if (node.BoolExpr.boolop === 'AND_EXPR')
      for (const part of node.BoolExpr.args ?? []) bind(part, scope, binds)
    return
  }
  if (!('A_Expr' in node)) return
  const { kind, name, lexpr, rexpr } = node.A_Expr
  const operator = name?.[0]
  const isEqual = operator && 'String' in operator && operator.String.sval === '='
  if (kind !== 'AEXPR_OP' || !isEqual || !lexpr || !rexpr) return
  const [left, right] = [rowOf(lexpr), rowOf(rexpr)]
  for (const [index, a] of left.entries()) {
    const b = right[index]
    if (b) bindPair(a, b, scope, binds)
  }
}

function bindPair(a: Node, b: Node, scope: Scope, binds: string[] | undefined) {
  const [left, right] = [tenantColumn(a), tenantColumn(b)]
  if (left && right) {
    for (const one of scope.named(left.alias))
      for (const other of scope.named(right.alias)) addEdges(scope, one, other, binds)
    return
  }
  const column = left ?? right
  if (!column || !isConstant(left ? b : a)) return
  for (const name of scope.named(column.alias)) allow(scope, name, binds)
}

function allow(scope: Scope, name: string, binds: string[] | undefined) {
  if (!binds || binds.includes(name)) scope.bound.add(name)
}

function addEdges(scope: Scope, a: string, b: string, binds: string[] | undefined) {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const)
    if (!binds || binds.includes(to)) scope.edges.push({ from, to })
}

function rowOf(node: Node): Node[] {
  return 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node]
}

/** `tenant_id`, or that of a named table. */
function tenantColumn(node: Node): { alias: string | undefined } | undefined {
  if (!('ColumnRef' in node)) return undefined
  const names = (node.ColumnRef.fields ?? []).map((field) =>
    'String' in field ? field.String.sval : undefined,
  )
  return names.at(-1) === 'tenant_id' ? { alias: names.at(-2) } : undefined
}

/** One value for the whole statement: a parameter or a literal, perhaps cast. */
function isConstant(node: Node): boolean {
  if ('TypeCast' in node) return node.TypeCast.arg !== undefined && isConstant(node.TypeCast.arg)
  return 'ParamRef' in node || 'A_Const' in node
}

function isNode(value: object): value is Node {
  const [name, ...others] = Object.keys(value)
  return others.length === 0 && name !== undefined && /^[A-Z]/.test(name)
}
