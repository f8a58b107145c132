import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { AREAS } from "../../../../worker/contracts/areas.ts";
import { Q_MAX } from "../../../../worker/contracts/search-words.ts";
import { TextInput } from "../../../ui/field.tsx";
import { searchPlaces } from "./search.queries.ts";
import type { ListState } from "./search-state.ts";

/**
 * The search of a list by words. A form whose field is the browser's own, so that it works before, and without, the page's
 * code. Names of places are offered from the first time that somebody comes to it.
 */
export function WordsField({ list }: { list: ListState }) {
  const { search } = list;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isNear, setIsNear] = useState(false);
  const { data } = useQuery({ ...searchPlaces(), enabled: isNear });
  const names = new Set([
    ...AREAS,
    ...(data?.neighbourhoods ?? []).flatMap(({ name, aliases }) => [name, ...aliases]),
    ...(data?.stations ?? []).map(({ name }) => name),
  ]);
  const [path = "", query = ""] = list.to({ search: { ...search, q: null } }).split("?");

  useEffect(() => {
    // Another list was gone to, by a link or a step back.
    if (input.current) input.current.value = search.q ?? "";
  }, [search.q]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = input.current?.value.trim().slice(0, Q_MAX) ?? "";
    if (q !== (search.q ?? "")) list.change({ search: { ...search, q: q === "" ? null : q } });
  };
  return (
    <search className="min-w-0 flex-1 basis-32 sm:basis-60">
      <form action={path} onSubmit={submit} className="relative">
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-muted"
        />
        <TextInput
          ref={input}
          type="search"
          name="q"
          aria-label="Search listings by words"
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={Q_MAX}
          defaultValue={search.q ?? ""}
          list={isNear ? id : undefined}
          onFocus={() => setIsNear(true)}
          // Emptied by the browser's own sign.
          onInput={(event) => event.currentTarget.value === "" && submit(event)}
          className="min-w-0 rounded-full pl-9"
        />
      </form>
      {isNear && (
        <datalist id={id}>
          {[...names].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      )}
    </search>
  );
}
