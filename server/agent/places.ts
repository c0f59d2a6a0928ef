export { fitted, type Place, placesOf } from '../../builtin-agent/places.ts'
