package dev.tenure.model.device;

/// What a driver is told about a claimed device.
///
/// @param driver empty when it is of a form that came later
/// @param parameters JSON that only the driver understands
public record DeviceConfiguration(String driver, String parameters) {}
