/** The product's sign: an open door. */
export function Mark({ hideName }: { hideName?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-6 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M9 25V11a7 7 0 0 1 14 0v14M16 25V15.5"
          fill="none"
          className="stroke-ground"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      </svg>
      {hideName ? (
        <span className="sr-only">Foyer</span>
      ) : (
        <span className="text-base font-semibold">Foyer</span>
      )}
    </span>
  )
}
