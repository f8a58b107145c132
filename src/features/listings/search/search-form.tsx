import type { ReactNode, SubmitEvent } from "react";

interface SearchFormProps {
  /** The address of the list without what the form's own controls say. */
  to: string;
  onSubmit(event: SubmitEvent<HTMLFormElement>): void;
  className: string;
  children: ReactNode;
}

/** A form that the server answers with the same list, before hydration and without scripts; its controls have names. */
export function SearchForm({ to, onSubmit, className, children }: SearchFormProps) {
  const [path = "", query] = to.split("?");
  return (
    <form
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
      className={className}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
