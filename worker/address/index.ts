export {
  findPlaces,
  middleOfArea,
  middleOfStreet,
  findStations,
  streetsAmongNames,
  suggestAddresses,
} from "./find-places.service.ts";
export { chooseBuilding, isTorontoAddress, namesOneHouse, toBuildingFacts } from "./geocode-houses.ts";
export { buildingsOnBlock, deleteOldAnswers, registeredBuildings } from "./geocode.repo.ts";
export {
  coarsen,
  estimateCorner,
  type GeocodedPlace,
  geocodeLocally,
  geocodeAddress,
  postalArea,
} from "./geocode.service.ts";
export { municipalityAgainstName } from "./named-areas.service.ts";
export { importedDatasets } from "./nearby.repo.ts";
export { fsaCentroid, type PlaceData, placeDataOf, STATIONS } from "./place-data.ts";
export { precisionOf, publicAddress, publicTextsOf } from "./public-address.ts";
export { separateUnit, separateUnitInEdit, withTown } from "./split-address.ts";
export { amenitiesText, commonAreas, surroundingsOf } from "./surroundings.service.ts";
