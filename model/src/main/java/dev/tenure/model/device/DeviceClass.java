package dev.tenure.model.device;

import dev.tenure.model.meta.ObjectMeta;
import java.util.List;

/// A kind of devices that claims ask for by name.
///
/// @param selectors all of which a device has to meet
/// @param configuration what drivers are told of each device that is claimed by this class
/// @param extendedResourceName under which containers may ask for such devices; empty when under none
public record DeviceClass(
        ObjectMeta meta,
        List<DeviceSelector> selectors,
        List<DeviceConfiguration> configuration,
        String extendedResourceName) {
    /// How every class can be asked for as a resource of a container, whatever its extended resource is
    /// called.
    public static final String RESOURCE_PREFIX = "deviceclass.resource.kubernetes.io/";

    public DeviceClass {
        selectors = List.copyOf(selectors);
        configuration = List.copyOf(configuration);
    }
}
