import type { VendorParameter, VendorParameters } from './model.js';

const NONE: ReadonlyMap<string, VendorParameter> = new Map();

/** The parameters meant for one vendor, keyed by lower-case name. */
export function vendorParameters(parameters: VendorParameters, vendor: string): ReadonlyMap<string, VendorParameter> {
  return parameters.get(vendor) ?? NONE;
}

/** One parameter's value; several spellings may be given, the first that is set wins. */
export function vendorValue(parameters: VendorParameters, vendor: string, ...names: string[]): string | undefined {
  const own = parameters.get(vendor);
  if (!own) return undefined;
  for (const name of names) {
    const parameter = own.get(name.toLowerCase());
    if (parameter) return parameter.value;
  }
  return undefined;
}

/** One parameter that is a yes or a no; undefined when it is not set. */
export function vendorFlag(parameters: VendorParameters, vendor: string, name: string): boolean | undefined {
  const given = vendorValue(parameters, vendor, name);
  return given === undefined ? undefined : /^(true|t|y|yes|1)$/i.test(given);
}
