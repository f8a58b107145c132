import { useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { type AttributeFilter, parseAttributes } from "../../../worker/contracts/attributes.ts";
import type { FilterName } from "../../../worker/contracts/bedrooms.ts";

/** What a list is narrowed to. */
export interface ListFilters {
  /** On the home page; a category is a page of its own. */
  type?: FilterName;
  attributes: readonly AttributeFilter[];
}

/** The attributes that a page address names in `?with=`; unknown ones are passed over. */
function attributesNamed(text: string | null): AttributeFilter[] {
  const known = (text ?? "").split(",").filter((name) => parseAttributes(name) !== undefined);
  return parseAttributes(known.join(",")) ?? [];
}

/** The query of a list's address, with commas that people can read: `?type=3+BR&with=pets,laundry`; empty for none. */
export function listSearch({ type = "all", attributes }: ListFilters): string {
  const query = [
    ...(type === "all" ? [] : [new URLSearchParams({ type }).toString()]),
    ...(attributes.length === 0 ? [] : [`with=${attributes.join(",")}`]),
  ].join("&");
  return query && `?${query}`;
}

/** The attributes in the address, and the way to another address of this page. */
export function useListFilters() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const named = params.get("with");
  const attributes = useMemo(() => attributesNamed(named), [named]);
  return {
    typeName: params.get("type"),
    attributes,
    setFilters: (filters: ListFilters) =>
      void navigate({ pathname, search: listSearch(filters) }, { preventScrollReset: true }),
  };
}
