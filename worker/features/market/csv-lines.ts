/**
 * The cells of one line of CSV: commas between them, quotes around those that hold commas, doubled quotes inside these.
 * Null when a quote is not closed. Looks at each character once.
 */
export function csvCells(line: string): string[] | null {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let isBlank = true;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (isQuoted) {
      const isDoubled = character === '"' && line.charAt(at + 1) === '"';
      if (isDoubled) at += 1;
      if (character !== '"' || isDoubled) cell += character;
      else isQuoted = false;
    } else if (character === '"' && isBlank) {
      cell = "";
      isQuoted = true;
      isBlank = false;
    } else if (character === ",") {
      cells.push(cell.trim());
      cell = "";
      isBlank = true;
    } else {
      cell += character;
      if (character !== " " && character !== "\t") isBlank = false;
    }
  }
  return isQuoted ? null : [...cells, cell.trim()];
}
