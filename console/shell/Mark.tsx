/** The logo: an open door. */
export function Mark({ hideName }: { hideName?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-6 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M9.5 24.5V14a6.5 6.5 0 0 1 13 0v10.5M16 24.5V17"
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
